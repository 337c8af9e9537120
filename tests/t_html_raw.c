/* t_html_raw.c - the tokenizer of HTML: elements whose content is no markup, and svg and math, in which it is (13.2.5.2-5, 9-31) */
#include "html_check.h"

/* 13.2.5.2, 3, 5, 9-14 */
static const html_case raw[] = {
    {"<title>a<b>c</title>d<b>", "<title>a<b>c</title>d<b>"},
    {"<title>a&amp;b</title>", "<title>a{&}b</title>"},
    {"<title>a</titl></title>", "<title>a</titl></title>"},
    {"<title>a</titlex></title>", "<title>a</titlex></title>"},
    {"<title></TITLE >x", "<title></title>x"},
    {"<title></title/>x", "<title></title>x"},
    {"<title></title a='>'>x", "<title></title>x"},
    {"<title></title", "<title></title"},
    {"<title></title ", "<title>"},
    {"<title></", "<title></"},
    {"<title><", "<title><"},
    {"<title></ title></title>", "<title></ title></title>"},
    {"<title><</title>", "<title><</title>"},
    {"<title></</title>", "<title></</title>"},
    {"<title></t</title>", "<title></t</title>"},
    {"<title><!--</title>-->", "<title><!--</title>-->"},
    {"<title/>a<b>", "<title/>a<b>"},
    {"<textarea>a<p>b&lt;</textarea><p>", "<textarea>a<p>b{<}</textarea><p>"},
    {"<style>a<b>&amp;<!--</style>c", "<style>a<b>&amp;<!--</style>c"},
    {"<style></script></STYLE>c", "<style></script></style>c"},
    {"<xmp><b></xmp><b>", "<xmp><b></xmp><b>"},
    {"<iframe src=x><b></iframe><b>", "(src=x)<iframe><b></iframe><b>"},
    {"<noembed><b></noembed><b>", "<noembed><b></noembed><b>"},
    {"<noframes><b></noframes><b>", "<noframes><b></noframes><b>"},
    {"<noscript><b></noscript>", "<noscript><b></noscript>"},
    {"<plaintext>a<b></plaintext>&amp;", "<plaintext>a<b></plaintext>&amp;"},
    {"</title><b>", "</title><b>"},
    {"<titles><b>", "<titles><b>"},
    {"<styl><b></styl>", "<styl><b></styl>"},
    {"<svg><style><b></style>", "<svg><style><b></style>"},
    {"<svg><title><b></title></svg><title><b>", "<svg><title><b></title></svg><title><b>"},
    {"<svg/><style><b></style>", "<svg/><style><b></style>"},
    {"<svg><svg></svg><style>a<!--></style></svg><style>a<!--></style>",
     "<svg><svg></svg><style>a</style></svg><style>a<!--></style>"},
    {"<svg></math><style><!--></style>", "<svg></math><style></style>"},
    {"<math><svg></svg><style><!--></style></math>", "<math><svg></svg><style></style></math>"},
    {"<svg><p><style><!--></style>", "<svg><p><style><!--></style>"},
    {"<svg><a><x><style><!--></style></svg>", "<svg><a><x><style></style></svg>"},
    {"<svg></br><style><!--></style>", "<svg></br><style><!--></style>"},
    {"<math><math/></math><![CDATA[a]]>b", "<math><math/></math>b"},
    {"<svg></p><style><!--></style>", "<svg></p><style><!--></style>"},
    {"<svg></svg></svg><style><!--></style>", "<svg></svg></svg><style><!--></style>"},
};

/* 13.2.5.4, 15-31 */
static const html_case scripts[] = {
    {"<script>a<b></script>c", "<script>a<b></script>c"},
    {"<script>if (a < b && c) </script>", "<script>if (a < b && c) </script>"},
    {"<script>'</scrip'</script>", "<script>'</scrip'</script>"},
    {"<script></script x>y", "<script></script>y"},
    {"<script>a</SCRIPT\n>b", "<script>a</script>b"},
    {"<script><!-- a </script>b", "<script><!-- a </script>b"},
    {"<script><!-- <script> </script> </script>b", "<script><!-- <script> </script> </script>b"},
    {"<script><!-- <script> --></script>b<i>", "<script><!-- <script> --></script>b<i>"},
    {"<script><!-- <script> </script> --></script><b>", "<script><!-- <script> </script> --></script><b>"},
    {"<script><!-- <script>a</script>b<b></script>", "<script><!-- <script>a</script>b<b></script>"},
    {"<script><!--<scripty></script><i>", "<script><!--<scripty></script><i>"},
    {"<script><!--<scr1></script><i>", "<script><!--<scr1></script><i>"},
    {"<script><!--<script></scr1></script></script><b>", "<script><!--<script></scr1></script></script><b>"},
    {"<script><!--<script </script><i>", "<script><!--<script </script><i>"},
    {"<script><!--<SCRIPT/</script></script><b>", "<script><!--<SCRIPT/</script></script><b>"},
    {"<script><!--<script></scripty></script></script>x<b>", "<script><!--<script></scripty></script></script>x<b>"},
    {"<script><!-</script><b>", "<script><!-</script><b>"},
    {"<script><!</script><b>", "<script><!</script><b>"},
    {"<script><!--></script><b>", "<script><!--></script><b>"},
    {"<script><!---></script><b>", "<script><!---></script><b>"},
    {"<script><!--><script></script><b>", "<script><!--><script></script><b>"},
    {"<script><!-- -><script></script></script><b>", "<script><!-- -><script></script></script><b>"},
    {"<script><!-- --<script></script></script><b>", "<script><!-- --<script></script></script><b>"},
    {"<script><!-- -- ><script></script></script><b>", "<script><!-- -- ><script></script></script><b>"},
    {"<script><!-- <script> -- --- --></script><b>", "<script><!-- <script> -- --- --></script><b>"},
    {"<script><!-- <script> - - <-</script></script><b>", "<script><!-- <script> - - <-</script></script><b>"},
    {"<script><!-- <script> <</script></script><b>", "<script><!-- <script> <</script></script><b>"},
    {"<script><!-- <", "<script><!-- <"},
    {"<script><!-- </", "<script><!-- </"},
    {"<script><!-- </scr", "<script><!-- </scr"},
    {"<script><!-- <script></scr", "<script><!-- <script></scr"},
    {"<script><", "<script><"},
    {"<script><!", "<script><!"},
    {"<script>\1</script>", "<script>\1</script>"},
    {"<script>&amp;</script>", "<script>&amp;</script>"},
    {"<script src=a></script>", "(src=a)<script></script>"},
    {"<script/>a<b></script>", "<script/>a<b></script>"},
};

int main(void)
{
    CASES("raw text", raw);
    CASES("scripts", scripts);
    html_run_free(&html_check_whole);
    html_run_free(&html_check_cut);
    return done();
}
