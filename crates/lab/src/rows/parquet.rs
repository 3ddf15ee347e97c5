//! A flat table as an Apache Parquet file: plain pages, not compressed, one page per column and row group.
//!
//! The crate that reads and writes all of Parquet costs more than a minute to build, and a table of numbers needs next to
//! nothing of it. The format is written after its specification (github.com/apache/parquet-format); a test reads it back.

use std::io::{self, Write};

use super::thrift::{Struct, varint};

const MAGIC: &[u8; 4] = b"PAR1";
/// Plain encoding.
const PLAIN: i32 = 0;
/// Run-length encoding.
const RLE: i32 = 3;
/// Marks a column of bytes as text.
const UTF8: i32 = 0;

/// A file that is being written, row by row.
pub struct File<W: Write> {
    out: W,
    offset: i64,
    names: Vec<String>,
    columns: Vec<Column>,
    rows: usize,
    groups: Vec<(Struct, i64)>,
}

/// A column's values since the last row group.
#[derive(Clone)]
pub struct Column {
    kind: Kind,
    present: Vec<bool>,
    values: Vec<u8>,
    /// Flags are packed when they are written.
    flags: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Flag = 0,
    Whole = 1,
    Long = 2,
    Double = 5,
    Text = 6,
}

impl Column {
    /// Yes or no.
    pub fn flag() -> Column {
        Column::of(Kind::Flag)
    }

    /// Numbers of 32 bits.
    pub fn whole() -> Column {
        Column::of(Kind::Whole)
    }

    /// Numbers of 64 bits.
    pub fn long() -> Column {
        Column::of(Kind::Long)
    }

    /// Numbers with a fraction.
    pub fn double() -> Column {
        Column::of(Kind::Double)
    }

    /// Texts.
    pub fn text() -> Column {
        Column::of(Kind::Text)
    }

    fn of(kind: Kind) -> Column {
        Column { kind, present: Vec::new(), values: Vec::new(), flags: Vec::new() }
    }

    fn push(&mut self, kind: Kind, value: Option<&[u8]>) {
        debug_assert!(self.kind == kind, "a value of another kind than its column");
        self.present.push(value.is_some());
        self.values.extend(value.unwrap_or_default());
    }

    /// The content of a page: which values are present, then the values.
    fn page(&mut self) -> Vec<u8> {
        let mut levels = Vec::new();
        for run in self.present.chunk_by(PartialEq::eq) {
            varint(&mut levels, (run.len() as u64) << 1);
            levels.push(u8::from(run[0]));
        }
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.extend(levels);
        page.append(&mut self.values);
        let bits = |flags: &[bool]| {
            flags.iter().enumerate().fold(0, |byte, (place, &flag)| byte | u8::from(flag) << place)
        };
        page.extend(self.flags.chunks(8).map(bits));
        self.flags.clear();
        self.present.clear();
        page
    }
}

/// A row that is being filled, from left to right.
pub struct Row<'a>(std::slice::IterMut<'a, Column>);

impl Row<'_> {
    /// A whole number, if there is one.
    pub fn whole(&mut self, value: Option<i32>) {
        self.push(Kind::Whole, value.map(i32::to_le_bytes).as_ref().map(|bytes| &bytes[..]));
    }

    /// A long whole number.
    pub fn long(&mut self, value: i64) {
        self.push(Kind::Long, Some(&value.to_le_bytes()));
    }

    /// A number with a fraction, if there is one.
    pub fn double(&mut self, value: Option<f64>) {
        self.push(Kind::Double, value.map(f64::to_le_bytes).as_ref().map(|bytes| &bytes[..]));
    }

    /// A text.
    pub fn text(&mut self, value: &str) {
        let length = (value.len() as u32).to_le_bytes();
        self.push(Kind::Text, Some(&[&length, value.as_bytes()].concat()));
    }

    /// Yes or no.
    pub fn flag(&mut self, value: bool) {
        let column = self.0.next().expect("a row has as many values as columns");
        column.push(Kind::Flag, Some(&[]));
        column.flags.push(value);
    }

    fn push(&mut self, kind: Kind, value: Option<&[u8]>) {
        self.0.next().expect("a row has as many values as columns").push(kind, value);
    }
}

impl<W: Write> File<W> {
    /// A file with these columns.
    pub fn new(mut out: W, columns: Vec<(String, Column)>) -> io::Result<File<W>> {
        out.write_all(MAGIC)?;
        let (names, columns) = columns.into_iter().unzip();
        Ok(File { out, offset: MAGIC.len() as i64, names, columns, rows: 0, groups: Vec::new() })
    }

    /// The next row, to be filled.
    pub fn row(&mut self) -> Row<'_> {
        Row(self.columns.iter_mut())
    }

    /// Ends the row; writes the rows once there are `most` of them.
    pub fn end_row(&mut self, most: usize) -> io::Result<()> {
        self.rows += 1;
        debug_assert!(self.columns.iter().all(|column| column.present.len() == self.rows));
        if self.rows == most { self.write_group() } else { Ok(()) }
    }

    /// Writes the remaining rows and the footer.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        let root = Struct::default().text(4, "game").int(5, self.columns.len() as i32);
        let leaves = self.names.iter().zip(&self.columns).map(|(name, column)| {
            let leaf = Struct::default().int(1, column.kind as i32).int(3, OPTIONAL).text(4, name);
            if column.kind == Kind::Text { leaf.int(6, UTF8) } else { leaf }
        });
        let schema: Vec<Struct> = std::iter::once(root).chain(leaves).collect();
        let rows = self.groups.iter().map(|(_, rows)| rows).sum();
        let footer = Struct::default()
            .int(1, 1)
            .structs(2, schema.into_iter())
            .long(3, rows)
            .structs(4, self.groups.into_iter().map(|(group, _)| group))
            .text(6, concat!("golemry ", env!("CARGO_PKG_VERSION")))
            .end();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = self.rows;
        let start = self.offset;
        let mut chunks = Vec::new();
        for (name, column) in self.names.iter().zip(&mut self.columns) {
            let page = column.page();
            let values = Struct::default().int(1, rows as i32).int(2, PLAIN).int(3, RLE).int(4, RLE);
            let header = Struct::default()
                .int(1, 0)
                .int(2, page.len() as i32)
                .int(3, page.len() as i32)
                .nested(5, values)
                .end();
            self.out.write_all(&header)?;
            self.out.write_all(&page)?;
            let size = (header.len() + page.len()) as i64;
            let content = Struct::default()
                .int(1, column.kind as i32)
                .ints(2, &[PLAIN, RLE])
                .one_text(3, name)
                .int(4, 0)
                .long(5, rows as i64)
                .long(6, size)
                .long(7, size)
                .long(9, self.offset);
            chunks.push(Struct::default().long(2, self.offset).nested(3, content));
            self.offset += size;
        }
        let group = Struct::default()
            .structs(1, chunks.into_iter())
            .long(2, self.offset - start)
            .long(3, rows as i64);
        self.groups.push((group, rows as i64));
        self.rows = 0;
        Ok(())
    }
}

/// Every column is nullable: that is simpler than distinguishing, and costs a byte per page.
const OPTIONAL: i32 = 1;
