// Prints URLs and addresses, by linkify:  peer-linkify FILE
//
// Reads blocks of 128 KiB, as trawl does. A block ends at a line end, so that no link is cut.
use std::io::{Read, Write};

const BLOCK: usize = 128 * 1024;

fn print(bytes: &[u8], out: &mut impl Write) -> std::io::Result<()> {
    for link in linkify::LinkFinder::new().links(&String::from_utf8_lossy(bytes)) {
        writeln!(out, "{}", link.as_str())?;
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    let mut file = std::fs::File::open(std::env::args_os().nth(1).expect("a file"))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut block = vec![0; BLOCK];
    let mut held = 0; // bytes of a line that has not ended yet
    loop {
        if held == block.len() {
            block.resize(2 * held, 0); // a long line
        }
        let read = file.read(&mut block[held..])?;
        let end = held + read;
        let last = block[held..end].iter().rposition(|&byte| byte == b'\n');
        let ready = match (read, last) {
            (0, _) => end,
            (_, Some(i)) => held + i + 1,
            (_, None) => 0,
        };
        print(&block[..ready], &mut out)?;
        block.copy_within(ready..end, 0);
        held = end - ready;
        if read == 0 {
            return out.flush();
        }
    }
}
