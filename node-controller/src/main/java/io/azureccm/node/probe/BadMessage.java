package io.azureccm.node.probe;

import java.io.IOException;

/**
 * The input is not an HTTP/1 message, or not one that the proxy accepts. {@code status} is the response to such a
 * request.
 */
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
