package io.azureccm.node.probe;

import java.io.IOException;

/** A connection starts with the signature of a PROXY header, but the header is invalid. */
final class MalformedHeader extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedHeader(String why) {
        super(why);
    }
}
