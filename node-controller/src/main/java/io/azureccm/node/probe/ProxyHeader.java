package io.azureccm.node.probe;

import java.util.Optional;

/**
 * What precedes the first request of a connection.
 *
 * @param source address of the client for {@code X-Forwarded-For}: from the header, or of the connection if the
 *     header has none; empty for a client on a UNIX socket
 */
record ProxyHeader(Form form, Optional<String> source) {
    /** The format of the header. */
    enum Form {
        /** No header. */
        NONE,
        /** A line of text. */
        V1,
        /** Binary. */
        V2
    }
}
