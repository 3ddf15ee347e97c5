-- Where players reach this server and no other, such as https://a.example.org
ALTER TABLE nodes ADD COLUMN url TEXT;
