// Prints URLs and addresses, by linkify:  peer-linkify FILE [PASSES]
//
// Reads blocks of 128 KiB, as trawl does. A block ends at a line end, so that no link is cut. With a
// number of passes, reads the whole file first, and prints only how many links the passes found.
use std::io::{Read, Write};

const BLOCK: usize = 128 * 1024;

fn print(bytes: &[u8], out: &mut impl Write) -> std::io::Result<()> {
    for link in linkify::LinkFinder::new().links(&String::from_utf8_lossy(bytes)) {
        writeln!(out, "{}", link.as_str())?;
    }
    Ok(())
}

fn count(name: &std::ffi::OsStr, passes: usize) -> std::io::Result<()> {
    let bytes = std::fs::read(name)?;
    let text = String::from_utf8_lossy(&bytes);
    let finder = linkify::LinkFinder::new();
    let links: usize = (0..passes).map(|_| finder.links(&text).count()).sum();
    println!("{links}");
    Ok(())
}

fn main() -> std::io::Result<()> {
    let name = std::env::args_os().nth(1).expect("a file");
    if let Some(passes) = std::env::args().nth(2) {
        return count(&name, passes.parse().expect("a number"));
    }
    let mut file = std::fs::File::open(name)?;
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
