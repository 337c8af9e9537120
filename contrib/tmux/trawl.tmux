# trawl.tmux - prefix u shows the links of the pane in a popup; tmux 3.2 or newer
#
# Lines that the terminal broke are joined (-J). Before this file is read, you can set:
#   @trawl-key      the key, u by default
#   @trawl-command  what reads the text of the pane, "trawl pick --profile screen" by default
#   @trawl-lines    how many lines above the screen are read, 500 by default

set-option -goq @trawl-key u
set-option -goq @trawl-command 'trawl pick --profile screen'
set-option -goq @trawl-lines 500
run-shell 'tmux bind-key "#{@trawl-key}" run-shell -b "tmux display-popup -E -w 90% -h 80% \"tmux capture-pane -pJ -S -##{@trawl-lines} -t ##{pane_id} | ##{@trawl-command}\""'
