"""The commands of `tsumugi`, by what they are for."""
