#![allow(clippy::all)]
use komadai_kifu::{ReadOptions, read};
fn main() {
    let ext = std::env::args().nth(1).unwrap();
    let list = std::fs::read_to_string("/work/shared/data/kifu/index.tsv").unwrap();
    let files: Vec<Vec<u8>> = list
        .lines()
        .skip(1)
        .filter_map(|l| {
            let f: Vec<&str> = l.split('\t').collect();
            (f[1] == ext)
                .then(|| std::fs::read(format!("/work/shared/data/kifu/{}", f[0])).unwrap())
        })
        .collect();
    let bytes: usize = files.iter().map(Vec::len).sum();
    for _ in 0..5 {
        let t = std::time::Instant::now();
        let mut moves = 0;
        let mut n = 0;
        let rounds = 20;
        for _ in 0..rounds {
            for f in &files {
                if let Ok(r) = read(f, &ReadOptions::default()) {
                    n += 1;
                    moves += r
                        .records
                        .iter()
                        .map(|r| r.tree.root().next().map_or(0, |_| 1))
                        .sum::<usize>();
                    std::hint::black_box(&r);
                }
            }
        }
        let s = t.elapsed().as_secs_f64();
        println!(
            "{} files, {} bytes, {:.1} MB/s, {} {}",
            n / rounds,
            bytes,
            (bytes * rounds) as f64 / s / 1e6,
            moves,
            s
        );
    }
}
