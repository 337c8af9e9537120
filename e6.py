exec(open('/tmp/w/ed/e1.py').read().split("r('README.md'")[0])
import subprocess
def any_(old,new,*paths):
    for p in paths:
        s=open(p,encoding='utf-8').read(); n=s.count(old)
        if n==0: print('NONE',p,old)
        open(p,'w',encoding='utf-8').write(s.replace(old,new))
any_("' is no name\"","' is not a name\"",'tests/archive/t_query.sh')
any_("'and what is no rule'","'and what is not a rule'",'tests/bindings/js/core.mjs')
any_("'a stop between words is no domain'","'a stop between words does not make a domain'",'tests/bindings/js/core.mjs')
any_("that is no heading","that is not a heading",'tests/trawl/t_emit.sh')
any_("two entries are no contents","two entries do not count as contents",'tests/trawl/t_emit.sh')
any_("the fragment of --base is no part of it","the fragment of --base is not used",'tests/trawl/t_find.sh')
any_("// Compiles a rule of a file. The flag \"u\" makes what only PCRE2 knows an error.","// Compiles a rule of a file. The flag \"u\" makes syntax that only PCRE2 has an error.",'bindings/js/rules.mjs')
any_("# t_home.sh - links into other archives that lead home: in pages,","# t_home.sh - links into other archives that lead to messages of the site: in pages,",'tests/archive/site/t_home.sh')
any_("/* ---- Links that lead home: home.c ---- */","/* ---- Links that lead home, to a message of this site: home.c ---- */",'src/archive/site/site.h')
out=subprocess.run(['grep','-rln','is no field "http"','tests','src'],capture_output=True,text=True).stdout.split(); print(out)
any_('is no field "http"','is not a field "http"',*out)
