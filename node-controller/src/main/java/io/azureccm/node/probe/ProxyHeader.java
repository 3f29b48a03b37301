package io.azureccm.node.probe;

import java.util.Objects;
import java.util.Optional;

/**
 * What stands in front of the first request of a connection.
 *
 * @param source address of the client as {@code X-Forwarded-For} has it: that of the header, or that of the connection where the header
 *               names none; empty for a client on a UNIX socket
 */
record ProxyHeader(Form form, Optional<String> source) {
    /** How the header is written. */
    enum Form {
        /** There is none. */
        NONE,
        /** A line of text. */
        V1,
        /** Binary. */
        V2
    }

    ProxyHeader {
        Objects.requireNonNull(form);
        Objects.requireNonNull(source);
    }
}
