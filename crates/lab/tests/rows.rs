//! The Parquet file, read back by a reader of its own that knows the format and not the writer.

mod fake;

use std::collections::BTreeMap;

use fake::{crew, lots};
use golemry_core::Seed;
use golemry_lab::{Deal, Rows};

/// A value of Thrift's compact protocol.
#[derive(Clone, Debug)]
enum Thrift {
    Whole(i64),
    Bytes(Vec<u8>),
    List(Vec<Thrift>),
    Struct(BTreeMap<i64, Thrift>),
}

impl Thrift {
    fn get(&self, field: i64) -> &Thrift {
        let Thrift::Struct(fields) = self else { panic!("{self:?} is no struct") };
        fields.get(&field).unwrap_or_else(|| panic!("no field {field} in {self:?}"))
    }

    fn whole(&self) -> i64 {
        let Thrift::Whole(number) = self else { panic!("{self:?} is no number") };
        *number
    }

    fn text(&self) -> String {
        let Thrift::Bytes(bytes) = self else { panic!("{self:?} is no text") };
        String::from_utf8(bytes.clone()).unwrap()
    }

    fn list(&self) -> &[Thrift] {
        let Thrift::List(items) = self else { panic!("{self:?} is no list") };
        items
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn take(&mut self, length: usize) -> &[u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn varint(&mut self) -> u64 {
        let byte = self.byte();
        let low = u64::from(byte & 0x7f);
        if byte & 0x80 == 0 { low } else { low | self.varint() << 7 }
    }

    fn zigzag(&mut self) -> i64 {
        let number = self.varint();
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }

    fn value(&mut self, kind: u8) -> Thrift {
        match kind {
            5 | 6 => Thrift::Whole(self.zigzag()),
            8 => {
                let length = self.varint() as usize;
                Thrift::Bytes(self.take(length).to_vec())
            }
            9 => {
                let head = self.byte();
                let length = if head >> 4 == 15 { self.varint() } else { u64::from(head >> 4) };
                Thrift::List((0..length).map(|_| self.value(head & 15)).collect())
            }
            12 => self.fields(),
            _ => panic!("kind {kind} is not expected"),
        }
    }

    fn fields(&mut self) -> Thrift {
        let (mut fields, mut last) = (BTreeMap::new(), 0);
        loop {
            let head = self.byte();
            if head == 0 {
                return Thrift::Struct(fields);
            }
            last = if head >> 4 == 0 { self.zigzag() } else { last + i64::from(head >> 4) };
            let value = self.value(head & 15);
            fields.insert(last, value);
        }
    }
}

/// The cells of a page as texts; an absent one is empty.
fn cells(page: &[u8], kind: i64, rows: usize) -> Vec<String> {
    let mut reader = Reader(page);
    let length = u32::from_le_bytes(reader.take(4).try_into().unwrap()) as usize;
    let mut levels = Reader(&page[4..4 + length]);
    let mut present = Vec::new();
    while !levels.0.is_empty() {
        let head = levels.varint();
        assert_eq!(head & 1, 0, "runs only");
        let level = levels.byte();
        present.extend(std::iter::repeat_n(level == 1, (head >> 1) as usize));
    }
    assert_eq!(present.len(), rows);
    reader.take(length);
    let mut flags = 0;
    let mut cell = |there: &bool| {
        if !there {
            return String::new();
        }
        match kind {
            0 => {
                let bit = reader.0[flags / 8] >> (flags % 8) & 1;
                flags += 1;
                (bit == 1).to_string()
            }
            1 => i32::from_le_bytes(reader.take(4).try_into().unwrap()).to_string(),
            2 => i64::from_le_bytes(reader.take(8).try_into().unwrap()).to_string(),
            5 => f64::from_le_bytes(reader.take(8).try_into().unwrap()).to_string(),
            6 => {
                let length = u32::from_le_bytes(reader.take(4).try_into().unwrap()) as usize;
                String::from_utf8(reader.take(length).to_vec()).unwrap()
            }
            _ => panic!("type {kind} is not expected"),
        }
    };
    present.iter().map(&mut cell).collect()
}

/// The columns of a file by name.
fn read(file: &[u8]) -> BTreeMap<String, Vec<String>> {
    assert_eq!((&file[..4], &file[file.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    let footer = file.len() - 8;
    let length = u32::from_le_bytes(file[footer..footer + 4].try_into().unwrap()) as usize;
    let meta = Reader(&file[footer - length..footer]).fields();
    let schema = meta.get(2).list();
    assert_eq!(schema[0].get(5).whole() as usize, schema.len() - 1);
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for group in meta.get(4).list() {
        let rows = group.get(3).whole() as usize;
        for (chunk, leaf) in group.get(1).list().iter().zip(&schema[1..]) {
            let chunk = chunk.get(3);
            let name = leaf.get(4).text();
            assert_eq!(chunk.get(3).list()[0].text(), name);
            assert_eq!(chunk.get(1).whole(), leaf.get(1).whole());
            let mut reader = Reader(&file[chunk.get(9).whole() as usize..]);
            let header = reader.fields();
            let page = reader.take(header.get(3).whole() as usize);
            assert_eq!(header.get(5).get(1).whole() as usize, rows);
            columns.entry(name).or_default().extend(cells(page, leaf.get(1).whole(), rows));
        }
    }
    let total = meta.get(3).whole() as usize;
    assert!(columns.values().all(|column| column.len() == total));
    columns
}

#[test]
fn a_file_tells_every_game() {
    let trials = [lots(2, "normal"), lots(3, "hard,normal,normal")];
    let mut rows = Rows::new(Vec::new(), &trials.iter().collect::<Vec<_>>()).unwrap();
    let mut deals = Vec::new();
    // More than a row group of 65,536.
    for (trial, number) in trials.iter().zip([30_000, 20_000]) {
        let add = |deal: &Deal| {
            deals.push((deal.clone(), trial.contest.seats()));
            rows.add(trial, deal, 0)
        };
        crew(2, |crew| crew.play(&[trial], Seed(1), number, add)).unwrap();
    }
    let columns = read(&rows.finish().unwrap());
    assert_eq!(columns["game"].len(), 90_000);
    let mut row = 0;
    for (deal, seats) in &deals {
        let bots = ["hard,normal,normal", "normal,hard,normal", "normal,normal,hard"];
        for (place, played) in deal.played[0].iter().enumerate() {
            let cell = |name: &str| columns[name][row].as_str();
            assert_eq!(cell("seed"), deal.seed.to_string());
            assert_eq!(cell("deal"), deal.number.to_string());
            assert_eq!(cell("bots"), if *seats == 2 { "normal,normal" } else { bots[place] });
            for seat in 0..3 {
                let score = played.scores.get(seat).map_or(String::new(), ToString::to_string);
                assert_eq!(cell(&format!("score_{seat}")), score);
            }
            let outcome = ["joint loss", "won"].get(played.winners.len()).unwrap_or(&"drawn");
            assert_eq!(cell("outcome"), *outcome);
            assert_eq!(cell("cut_short"), played.cut_short.to_string());
            assert_eq!(cell("branching"), "4");
            assert_eq!(cell("odd"), played.figures[1].map_or(String::new(), |it| it.to_string()));
            assert_eq!(cell("dl_1_a_lot_is_drawn"), seats.to_string());
            row += 1;
        }
    }
    assert_eq!(row, 90_000);
}
