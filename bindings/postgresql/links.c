/* links.c - trawl_links: the links of a text as a set of rows; trawl_urls: their URLs as an array
 *
 * The library gets the text in blocks. It collects the links of a block as plain bytes, and rows of
 * PostgreSQL are made from them afterwards. So a huge text needs little more memory than its own
 * size, and a query can be cancelled between two blocks and between two rows.
 */
#include "trawl_pg.h"

#include <access/htup_details.h>
#include <catalog/pg_proc.h>
#include <catalog/pg_type.h>
#include <funcapi.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <nodes/makefuncs.h>
#include <nodes/nodeFuncs.h>
#include <nodes/supportnodes.h>
#include <optimizer/clauses.h>
#include <optimizer/optimizer.h>
#include <parser/parsetree.h>
#include <utils/acl.h>
#include <utils/array.h>
#include <utils/builtins.h>
#include <utils/catcache.h>
#include <utils/lsyscache.h>
#include <utils/syscache.h>

PG_MODULE_MAGIC;

/* ---- While the library runs, no function of PostgreSQL may be called that reports errors ---- */

/* A link that is being stored in reader->found. There it has its size, its head and its texts. */
typedef struct links_row {
    reader *reader;
    size_t begin; /* of the head */
    fields_head head;
} links_row;

static void set_number(links_row *row, enum fields_field field, uint64 number)
{
    row->head.known |= UINT64CONST(1) << field;
    row->head.value[field] = number;
}

static int links_add(links_row *row, const void *p, size_t n)
{
    return bytes_add(row->reader->context, &row->reader->found, p, n);
}

/* Stores a text, or NULL when s.p is NULL. */
static int set_text(links_row *row, enum fields_field field, trawl_str s)
{
    if (s.p)
        set_number(row, field, (uint64)(row->reader->found.n - row->begin) << 32 | s.n);
    return links_add(row, s.p, s.n);
}

/* Stores a text, or NULL when it is empty. */
static int set_if_any(links_row *row, enum fields_field field, trawl_str s)
{
    return s.n > 0 ? set_text(row, field, s) : TRAWL_OK;
}

static int set_word(links_row *row, enum fields_field field, const char *word)
{
    return set_text(row, field, (trawl_str){word, strlen(word)});
}

static int set_readings(links_row *row, const trawl_link *link)
{
    size_t begin = row->reader->found.n;
    int error = TRAWL_OK;

    for (unsigned i = 0; i < link->alt_count; i++) {
        fields_reading head = {link->alts[i].why, link->alts[i].url.n};

        error |= links_add(row, &head, sizeof head);
        error |= links_add(row, link->alts[i].url.p, head.n);
    }
    set_number(row, ALT, (uint64)(begin - row->begin) << 32 | (row->reader->found.n - begin));
    return error;
}

/* Stores the fields that cannot be computed from the URL. */
static int set_rest(links_row *row, const trawl_link *link)
{
    uint64 start, end;
    int error;

    if (places_find(&row->reader->places, link, &start, &end)) {
        set_number(row, START, start);
        set_number(row, END, end);
    }
    set_number(row, LINE, link->line);
    set_number(row, COLUMN, link->column);
    set_number(row, QUOTE, link->quote);
    set_number(row, FLAGS, link->flags);
    error = set_text(
        row, SPANS, (trawl_str){(const char *)link->spans, link->span_count * sizeof *link->spans});
    error |= set_text(row, RAW, link->raw);
    error |= set_readings(row, link);
    if (link->zone != TRAWL_ZONE_NONE)
        error |= set_word(row, ZONE, trawl_zone_name(link->zone));
#define SET(column, name) error |= set_if_any(row, column, link->name);
    TEXTS_OF_LINKS(SET)
#undef SET
    return error;
}

static int set_message(links_row *row, const trawl_event *e)
{
    const trawl_mail_message *m = e->message;
    int error = set_if_any(row, HEADER, e->field);

    if (e->part->type.n > 0) {
        error |= set_text(row, PART, e->part->path);
        error |= set_text(row, TYPE, e->part->type);
    }
    if (m->number > 0) {
        set_number(row, SERIAL, m->number);
        set_number(row, OFFSET, m->offset);
#define SET(column, name) error |= set_if_any(row, column, m->name);
        COLUMNS_OF_LINKS(COLUMN_SKIP, COLUMN_SKIP, COLUMN_SKIP, SET)
#undef SET
        if (m->time_iso.n > 0)
            set_number(row, TIME, (uint64)m->time);
    }
    return error;
}

/* The result of a sink that is out of memory: see reader_feed(). */
#define NO_MEMORY (1 - TRAWL_ERROR_NO_MEMORY)

/* A sink: stores a link. */
static int links_take_event(void *user, const trawl_event *e)
{
    links_row row = {.reader = user};
    bytes *found = &row.reader->found;
    size_t n = 0;

    if (e->type == TRAWL_EVENT_LIMIT && !row.reader->limit[0])
        strlcpy(row.reader->limit, e->what, sizeof row.reader->limit);
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    row.begin = found->n + sizeof n;
    if (links_add(&row, &n, sizeof n) || links_add(&row, &row.head, sizeof row.head) ||
        set_text(&row, URL, e->link->url) || set_word(&row, KIND, trawl_kind_name(e->link->kind)))
        return NO_MEMORY;
    if (row.reader->use == OF_LINKS && (set_rest(&row, e->link) || set_message(&row, e)))
        return NO_MEMORY;
    n = found->n - row.begin;
    memcpy(found->p + row.begin - sizeof n, &n, sizeof n);
    memcpy(found->p + row.begin, &row.head, sizeof row.head);
    return 0;
}

/* Removes the first link from *found, and returns it. */
static trawl_str links_cut(trawl_str *found)
{
    size_t n;
    trawl_str link;

    memcpy(&n, found->p, sizeof n);
    link = (trawl_str){found->p + sizeof n, n};
    *found = (trawl_str){link.p + n, found->n - sizeof n - n};
    return link;
}

/* ---- trawl_links ---- */

/* What is left of a call. */
typedef struct postgresql_links {
    reader *reader;   /* reads a long text; NULL when the text has been read */
    trawl_str rest;   /* the text that is not read yet */
    trawl_str found;  /* the links to return, from the last block */
    bool finished;    /* the reader is at the end of the text */
    TupleDesc fields; /* NULL: return links as they are stored */
} links_call;

static trawl_str links_copy(MemoryContext context, trawl_str s)
{
    char *p = MemoryContextAllocHuge(context, s.n + 1);

    memcpy(p, s.p, s.n);
    return (trawl_str){p, s.n};
}

static void links_set_fields(links_call *call, FunctionCallInfo fcinfo)
{
    if (get_call_result_type(fcinfo, NULL, &call->fields) != TYPEFUNC_COMPOSITE ||
        call->fields->natts != FIELDS)
        ereport(ERROR, errcode(ERRCODE_DATATYPE_MISMATCH),
                errmsg("trawl_links: the declaration in SQL is that of another version"),
                errhint("Run ALTER EXTENSION trawl UPDATE."));
    call->fields = BlessTupleDesc(call->fields);
}

/* Reads a short text, or the first block of a long one. Returns false if no row follows. */
static bool links_begin(FunctionCallInfo fcinfo, bool is_bytea, bool stored)
{
    trawl_str s = text_get(PG_GETARG_VARLENA_PP(0), is_bytea);
    trawl_str words = text_get(PG_GETARG_VARLENA_PP(1), false);
    bool only_urls = stored && PG_GETARG_BOOL(2);
    reader *r = reader_take("trawl_links", only_urls ? OF_URLS : OF_LINKS, words, links_take_event);
    trawl_str block = {s.p, Min(s.n, BLOCK)};
    FuncCallContext *context;
    links_call *call;

    r->places = (struct places){
        .text = {s.p, !is_bytea && GetDatabaseEncoding() != PG_SQL_ASCII ? s.n : 0}};
    if (block.n > 0)
        reader_feed(r, block);
    if (s.n == block.n)
        reader_finish(r);
    if (s.n == block.n && r->found.n == 0) {
        reader_give(r);
        return false;
    }
    context = SRF_FIRSTCALL_INIT();
    call = MemoryContextAllocZero(context->multi_call_memory_ctx, sizeof *call);
    call->found = (trawl_str){r->found.p, r->found.n};
    context->user_fctx = call;
    if (s.n == block.n) {
        call->found = links_copy(context->multi_call_memory_ctx, call->found);
        reader_give(r);
    } else {
        s = links_copy(context->multi_call_memory_ctx, s);
        r->places.text.p = s.p;
        call->rest = (trawl_str){s.p + block.n, s.n - block.n};
        call->reader = r;
        reader_move(r, context->multi_call_memory_ctx);
    }
    if (!stored) {
        MemoryContext before = MemoryContextSwitchTo(context->multi_call_memory_ctx);

        links_set_fields(call, fcinfo);
        MemoryContextSwitchTo(before);
    }
    return true;
}

/* Reads the next block of a long text, or ends it. */
static void links_read_block(links_call *call)
{
    size_t n = Min(call->rest.n, BLOCK);
    reader *r = call->reader;

    CHECK_FOR_INTERRUPTS();
    r->found.n = 0;
    if (n > 0)
        reader_feed(r, (trawl_str){call->rest.p, n});
    else
        reader_finish(r);
    call->rest = (trawl_str){call->rest.p + n, call->rest.n - n};
    call->found = (trawl_str){r->found.p, r->found.n};
    call->finished = n == 0;
}

static Datum links_row_datum(TupleDesc fields, trawl_str link)
{
    Datum values[FIELDS];
    bool nulls[FIELDS];

    for (int i = 0; i < FIELDS; i++)
        values[i] = fields_datum(link, i, &nulls[i]);
    for (int i = START; i <= END && !nulls[i]; i++)
        values[i] = Int32GetDatum((int32)DatumGetInt64(values[i]));
    return HeapTupleGetDatum(heap_form_tuple(fields, values, nulls));
}

/* Returns the next row: its fields or, if `stored` is set, the link as it is stored. */
static Datum links_next(FunctionCallInfo fcinfo, bool is_bytea, bool stored)
{
    ReturnSetInfo *set = (ReturnSetInfo *)fcinfo->resultinfo;
    FuncCallContext *context;
    links_call *call;
    trawl_str link;

    CHECK_FOR_INTERRUPTS();
    if (!set || !IsA(set, ReturnSetInfo))
        ereport(ERROR, errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                errmsg("trawl_links: a set of rows is returned, where none can be"));
    if (SRF_IS_FIRSTCALL() && !links_begin(fcinfo, is_bytea, stored)) {
        set->isDone = ExprEndResult;
        PG_RETURN_NULL();
    }
    context = SRF_PERCALL_SETUP();
    call = context->user_fctx;
    while (call->found.n == 0 && call->reader && !call->finished)
        links_read_block(call);
    if (call->found.n == 0) {
        if (call->reader)
            reader_give(call->reader);
        SRF_RETURN_DONE(context);
    }
    link = links_cut(&call->found);
    if (!stored)
        SRF_RETURN_NEXT(context, links_row_datum(call->fields, link));
    SRF_RETURN_NEXT(context, PointerGetDatum(cstring_to_text_with_len(link.p, (int)link.n)));
}

#define LINKS(name, is_bytea, stored)                                                              \
    FUNCTION(name);                                                                                \
    Datum pg_trawl_##name(PG_FUNCTION_ARGS)                                                        \
    {                                                                                              \
        return links_next(fcinfo, is_bytea, stored);                                               \
    }

LINKS(links, false, false)
LINKS(links_of_bytea, true, false)
LINKS(links_stored, false, true)
LINKS(links_stored_of_bytea, true, true)

/* ---- trawl_links in FROM ---- */

/* Returns true for an entry of FROM that calls the function. */
static bool links_is_call(const RangeTblEntry *entry, Oid function)
{
    ListCell *cell;

    if (entry->rtekind != RTE_FUNCTION)
        return false;
    foreach (cell, entry->functions) {
        const FuncExpr *call = (const FuncExpr *)((const RangeTblFunction *)lfirst(cell))->funcexpr;

        if (IsA(call, FuncExpr) && call->funcid == function)
            return true;
    }
    return false;
}

/* Returns true if PostgreSQL can replace each call of the function in FROM by the body of a
 * function in SQL. The conditions are those of its inline_set_returning_function(). */
static bool links_can_replace(const Query *query, Oid function)
{
    bool found = false;
    ListCell *cell;

    foreach (cell, query->rtable) {
        const RangeTblEntry *entry = lfirst(cell);

        if (!links_is_call(entry, function))
            continue;
        if (entry->funcordinality || list_length(entry->functions) != 1 ||
            contain_volatile_functions((Node *)entry->functions) ||
            contain_subplans((Node *)entry->functions))
            return false;
        found = true;
    }
    return found && !query->hasTargetSRFs;
}

typedef struct links_walk {
    const Query *query;
    Oid function;
    unsigned depth; /* of subqueries */
} links_walk;

/* Returns true if the query reads a column that cannot be computed from the URL. */
static bool links_reads_more(Node *node, void *user)
{
    links_walk *walk = user;
    bool more;

    if (!node)
        return false;
    if (IsA(node, Var)) {
        const Var *var = (const Var *)node;
        const RangeTblEntry *entry;

        if (var->varlevelsup != walk->depth)
            return false;
        entry = rt_fetch(var->varno, walk->query->rtable);
        return entry->rtekind == RTE_JOIN ||
               (links_is_call(entry, walk->function) && !fields_is_of_url(var->varattno - 1));
    }
    if (!IsA(node, Query))
        return expression_tree_walker(node, links_reads_more, walk);
    walk->depth++;
    more = query_tree_walker((Query *)node, links_reads_more, walk, QTW_IGNORE_JOINALIASES);
    walk->depth--;
    return more;
}

#if PG_VERSION_NUM >= 160000
#define MAY_CALL(function)                                                                         \
    (object_aclcheck(ProcedureRelationId, function, GetUserId(), ACL_EXECUTE) == ACLCHECK_OK)
#else
#define MAY_CALL(function) (pg_proc_aclcheck(function, GetUserId(), ACL_EXECUTE) == ACLCHECK_OK)
#endif

/* Returns true if the user may call all functions of this name in a schema. Sets *function to the
 * one whose first argument has this type. The user need not be allowed to use the schema, since a
 * view calls functions of a schema without that right. */
static bool links_may_call(const char *name, Oid schema, Oid first, Oid *function)
{
    CatCList *list = SearchSysCacheList1(PROCNAMEARGSNSP, CStringGetDatum(name));
    bool may = true;

    for (int i = 0; i < list->n_members; i++) {
        const FormData_pg_proc *proc = (Form_pg_proc)GETSTRUCT(&list->members[i]->tuple);

        if (proc->pronamespace != schema)
            continue;
        may = may && MAY_CALL(proc->oid);
        if (proc->pronargs > 0 && proc->proargtypes.values[0] == first)
            *function = proc->oid;
    }
    ReleaseSysCacheList(list);
    return may;
}

/* Returns trawl_links_columns() for a call of trawl_links(). Returns InvalidOid, so that the call
 * is left as it is, if the user may not call one of the functions that would take its place. */
static Oid links_columns_for(const FuncExpr *call)
{
    static const char *const names[] = {
        "trawl_links_stored", "trawl_link_text", "trawl_link_number", "trawl_link_words",
        "trawl_link_spans",   "trawl_link_alt",  "trawl_link_bytes"};
    Oid schema = get_func_namespace(call->funcid), type = exprType(linitial(call->args)),
        function = InvalidOid, other;
    bool may = MAY_CALL(call->funcid);

    for (size_t i = 0; i < lengthof(names) && may; i++)
        may = links_may_call(names[i], schema, type, &other);
    may = may && links_may_call("trawl_links_columns", schema, type, &function);
    return may ? function : InvalidOid;
}

/* Replaces trawl_links() in FROM by trawl_links_columns(). That function is in SQL, so the planner
 * makes it a subquery, and computes only the columns that are read. */
FUNCTION(links_support);
Datum pg_trawl_links_support(PG_FUNCTION_ARGS)
{
    const SupportRequestSimplify *request = (const void *)PG_GETARG_POINTER(0);
    const FuncExpr *call;
    FuncExpr *other;
    links_walk walk;
    Oid function;
    bool more;

    if (!IsA(request, SupportRequestSimplify) || !request->root)
        PG_RETURN_POINTER(NULL);
    call = request->fcall;
    if (!links_can_replace(request->root->parse, call->funcid))
        PG_RETURN_POINTER(NULL);
    walk = (links_walk){request->root->parse, call->funcid, 0};
    more = query_tree_walker(request->root->parse, links_reads_more, &walk, QTW_IGNORE_JOINALIASES);
    function = links_columns_for(call);
    if (!OidIsValid(function))
        PG_RETURN_POINTER(NULL);
    other = makeFuncExpr(function, call->funcresulttype,
                         lappend(list_copy(call->args), makeBoolConst(!more, false)),
                         call->funccollid, call->inputcollid, COERCE_EXPLICIT_CALL);
    other->funcretset = true;
    PG_RETURN_POINTER(other);
}

/* ---- trawl_urls ---- */

static Datum urls_array(trawl_str found)
{
    trawl_str rest = found;
    size_t n = 0;
    Datum *urls;

    while (rest.n > 0) {
        (void)links_cut(&rest);
        n++;
    }
    urls = palloc(n * sizeof *urls + 1);
    for (size_t i = 0; i < n; i++)
        urls[i] = PointerGetDatum(text_make(fields_bytes(links_cut(&found), URL)));
    return PointerGetDatum(construct_array(urls, (int)n, TEXTOID, -1, false, TYPALIGN_INT));
}

static Datum urls_of(FunctionCallInfo fcinfo, bool is_bytea)
{
    trawl_str s = text_get(PG_GETARG_VARLENA_PP(0), is_bytea);
    trawl_str words = text_get(PG_GETARG_VARLENA_PP(1), false);
    reader *r = reader_take("trawl_urls", OF_URLS, words, links_take_event);
    Datum urls;

    reader_read(r, s);
    urls = urls_array((trawl_str){r->found.p, r->found.n});
    reader_give(r);
    return urls;
}

FUNCTION(urls);
Datum pg_trawl_urls(PG_FUNCTION_ARGS)
{
    return urls_of(fcinfo, false);
}

FUNCTION(urls_of_bytea);
Datum pg_trawl_urls_of_bytea(PG_FUNCTION_ARGS)
{
    return urls_of(fcinfo, true);
}
