# uri_find.pl - prints URLs, by URI::Find:  perl uri_find.pl FILE
use strict;
use warnings;
use URI::Find;

open my $file, '<:raw', $ARGV[0] or die "$ARGV[0]: $!\n";
my $text = do { local $/; <$file> };
URI::Find->new(sub { print "$_[1]\n"; $_[1] })->find(\$text);
