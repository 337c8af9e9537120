% trawl.sl - U chooses links of the article and opens them
%
% In ~/.slrnrc: interpret "/usr/local/share/trawl/slrn/trawl.sl"

define trawl_pick ()
{
    pipe_article ("trawl pick");
}
definekey ("trawl_pick", "U", "article");
