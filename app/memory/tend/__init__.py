"""What memory does when nobody asks anything of it: sorts, keeps, lays aside. Returns plans, writes nothing."""
