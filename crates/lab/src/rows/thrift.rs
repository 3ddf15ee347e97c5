//! As much of Thrift's compact protocol as a Parquet footer needs.

/// A struct that is being written.
#[derive(Default)]
pub struct Struct {
    bytes: Vec<u8>,
    last: i16,
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Struct {
    /// A field with a number of 32 bits.
    pub fn int(mut self, field: i16, value: i32) -> Struct {
        self.field(field, I32);
        zigzag(&mut self.bytes, i64::from(value));
        self
    }

    /// A field with a number of 64 bits.
    pub fn long(mut self, field: i16, value: i64) -> Struct {
        self.field(field, I64);
        zigzag(&mut self.bytes, value);
        self
    }

    /// A field with a text.
    pub fn text(mut self, field: i16, value: &str) -> Struct {
        self.field(field, BINARY);
        binary(&mut self.bytes, value);
        self
    }

    /// A field with a struct.
    pub fn nested(mut self, field: i16, value: Struct) -> Struct {
        self.field(field, STRUCT);
        self.bytes.extend(value.end());
        self
    }

    /// A field with a list of structs.
    pub fn structs(mut self, field: i16, values: impl ExactSizeIterator<Item = Struct>) -> Struct {
        self.list(field, STRUCT, values.len());
        values.for_each(|value| self.bytes.extend(value.end()));
        self
    }

    /// A field with a list of numbers of 32 bits.
    pub fn ints(mut self, field: i16, values: &[i32]) -> Struct {
        self.list(field, I32, values.len());
        values.iter().for_each(|&value| zigzag(&mut self.bytes, i64::from(value)));
        self
    }

    /// A field with a list of one text.
    pub fn one_text(mut self, field: i16, value: &str) -> Struct {
        self.list(field, BINARY, 1);
        binary(&mut self.bytes, value);
        self
    }

    /// The bytes of the struct.
    pub fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// Field ids are ascending and less than 16 apart, so the short form is always enough.
    fn field(&mut self, field: i16, kind: u8) {
        let step = (field - self.last) as u8;
        debug_assert!((1..16).contains(&step));
        self.bytes.push(step << 4 | kind);
        self.last = field;
    }

    fn list(&mut self, field: i16, kind: u8, length: usize) {
        self.field(field, LIST);
        if length < 15 {
            self.bytes.push((length as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            varint(&mut self.bytes, length as u64);
        }
    }
}

/// Seven bits per byte, the lowest first; the eighth bit is set if more follow.
pub fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn zigzag(bytes: &mut Vec<u8>, value: i64) {
    varint(bytes, ((value << 1) ^ (value >> 63)) as u64);
}

fn binary(bytes: &mut Vec<u8>, text: &str) {
    varint(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}
