"""Reading on the device: what one turn says, found without a model of language, in English and Japanese."""
