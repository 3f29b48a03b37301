package io.azureccm.node.probe;

import java.io.IOException;

/** A connection begins like one with a PROXY header, and what follows is none. */
final class BrokenHeader extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenHeader(String why) {
        super(why);
    }
}
