"""The page of categories: a tree of layers and a map of them, what lies under each, and the means to put it right.

page        the search field, what is said when there is none, one mark for tree, map and card
sides       the tree and the map side by side, and the way down to what fills the map
tree        the view: keys, what is carried over it, what stays open while the tree is read again
model       the rows, made as they are opened
icicle      the map: what is seen of it, and what is marked
sight       which part of the whole it shows
boxes       where everything lies on the map
brush       how a box looks and what it says
hand        clicks, keys and carrying on the map
card        what is known of the marked place
carrying    what a hand carries from place to place, and what letting go means
acts        what can be done with a place, with words and keys
sorting     the doing, and what is asked before
asking      its two forms
splitting   one category that is two
rebuilding  what sorting everything anew would change, gone through before it is applied
diff        the list of that
jobs        what all of them have done on the lanes
wording     categories as the window says them
"""
