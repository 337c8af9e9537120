# rinku.rb - prints a text with its links as anchors, by Rinku:  ruby rinku.rb FILE
require "rinku"
$stdout.write(Rinku.auto_link(File.read(ARGV[0], encoding: "UTF-8")))
