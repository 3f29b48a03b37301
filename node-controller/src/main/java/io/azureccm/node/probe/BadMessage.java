package io.azureccm.node.probe;

import java.io.IOException;

/** What comes is no HTTP/1 message, or one that the proxy does not take. {@code status} is the answer to a request of the kind. */
final class BadMessage extends IOException {
    private static final long serialVersionUID = 1L;
    private final int status;

    BadMessage(int status, String why) {
        super(why);
        this.status = status;
    }

    int status() {
        return status;
    }
}
