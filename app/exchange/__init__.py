"""Readers and writers of files that other programs, or other copies of Tsumugi, hand over or take."""
