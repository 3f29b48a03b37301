package io.azureccm.node.probe;

import java.io.IOException;

/** A connection starts with the signature of a PROXY header, but the header is invalid. */
final class BrokenHeader extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenHeader(String why) {
        super(why);
    }
}
