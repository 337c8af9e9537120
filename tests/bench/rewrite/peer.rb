# peer.rb - does the same as rewrite.c, by Rinku:  ruby peer.rb FILE PASSES
require "rinku"
texts = File.read(ARGV[0], encoding: "UTF-8").split("\0")
count = texts.sum { |text| Rinku.auto_link(text).scan("</a>").size }
start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
ARGV[1].to_i.times { texts.each { |text| Rinku.auto_link(text) } }
puts format("%.6f %d", Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start, count)
