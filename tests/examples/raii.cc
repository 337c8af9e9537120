// raii.cc - each object of the library in a unique_ptr, declared in the order in which it is needed
//
//     raii <text       prints the links of standard input, then the text as HTML
//     raii --orders    opens all objects, and closes them in each order
//
// C++ destroys members and variables in reverse order, and moving a unique_ptr changes that order.
// The library accepts any order.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

// A namespace may have the name of the library: no type in its headers is called trawl.
namespace trawl
{

template <typename T, void (*close)(T **)> struct closer {
    void operator()(T *object) const
    {
        close(&object);
    }
};

using settings_ptr = std::unique_ptr<trawl_settings, closer<trawl_settings, trawl_settings_close>>;
using scan_ptr = std::unique_ptr<trawl_scanner, closer<trawl_scanner, trawl_close>>;
using mail_ptr = std::unique_ptr<trawl_mail, closer<trawl_mail, trawl_mail_close>>;
using writer_ptr = std::unique_ptr<trawl_emit, closer<trawl_emit, trawl_emit_close>>;
using outline_ptr = std::unique_ptr<trawl_outline, closer<trawl_outline, trawl_outline_close>>;

void check(int result)
{
    if (result != TRAWL_OK)
        throw std::runtime_error(trawl_strerror(result));
}

std::string_view view(trawl_str text)
{
    return {text.p, text.n};
}

int write_string(void *user, const char *bytes, size_t n)
{
    static_cast<std::string *>(user)->append(bytes, n);
    return 0;
}

int count_link(void *user, const trawl_event *event)
{
    *static_cast<int *>(user) += event->type == TRAWL_EVENT_LINK;
    return 0;
}

int print_link(void *, const trawl_link *link)
{
    std::cout << view(link->url) << '\n';
    return 0;
}

// All objects that one program may have, in their natural order: each is destroyed before the
// objects declared above it.
struct everything {
    std::string text, page;
    int links = 0;
    settings_ptr settings;
    scan_ptr scan;
    mail_ptr mail;
    outline_ptr outline;
    writer_ptr writer;

    explicit everything(std::string input) : text(std::move(input))
    {
        trawl_config config = TRAWL_CONFIG_INIT;
        trawl_mail_config mail_config = TRAWL_MAIL_CONFIG_INIT;
        trawl_emit_config format = TRAWL_EMIT_CONFIG_INIT;
        trawl_settings *s = nullptr;
        trawl_scanner *t = nullptr;
        trawl_mail *m = nullptr;
        trawl_outline *o = nullptr;
        trawl_emit *e = nullptr;

        config.find = TRAWL_FIND_DEFAULT | TRAWL_FIND_DOMAIN;
        check(trawl_settings_open(&s, &config));
        settings.reset(s);
        mail_config.settings = s;
        check(trawl_mail_open(&m, &mail_config, count_link, &links));
        mail.reset(m);
        format.options = TRAWL_EMIT_OPTION_STRUCTURE;
        check(trawl_outline_open(&o, &format));
        outline.reset(o);
        check(trawl_scan(text.data(), text.size(), s, trawl_outline_event, o));
        check(trawl_outline_finish(o));
        format.outline = o;
        check(trawl_emit_open(&e, &format, write_string, &page));
        writer.reset(e);
        check(trawl_open(&t, s, trawl_emit_event, e));
        scan.reset(t);
    }

    // Uses each object that is still open.
    void use()
    {
        if (scan && writer)
            check(trawl_feed(scan.get(), text.data(), text.size()));
        if (mail)
            check(trawl_mail_feed(mail.get(), text.data(), text.size()));
    }
};

int all_orders()
{
    std::array<int, 5> order = {0, 1, 2, 3, 4};
    int count = 0;

    do {
        everything all("1. A\n\nhttp://a.example/ and b.example/x, joe@c.example\n");
        const std::array<std::function<void()>, 5> closes = {
            [&] { all.settings.reset(); }, [&] { all.scan.reset(); }, [&] { all.mail.reset(); },
            [&] { all.outline.reset(); }, [&] { all.writer.reset(); }};
        for (int i : order) {
            all.use();
            closes[static_cast<std::size_t>(i)]();
        }
        count++;
    } while (std::next_permutation(order.begin(), order.end()));
    std::cout << count << " orders\n";
    return 0;
}

} // namespace trawl

int main(int argc, char **argv)
try {
    if (argc > 1 && std::string_view(argv[1]) == "--orders")
        return trawl::all_orders();

    trawl::everything all(
        {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()});
    trawl::check(trawl_each(all.text.data(), all.text.size(), all.settings.get(), trawl::print_link,
                            nullptr));
    trawl::check(trawl_feed(all.scan.get(), all.text.data(), all.text.size()));
    trawl::check(trawl_finish(all.scan.get()));
    trawl::check(trawl_emit_finish(all.writer.get()));
    std::cout << all.page;
    return 0;
} catch (const std::exception &problem) {
    std::cerr << problem.what() << '\n';
    return 2;
}
