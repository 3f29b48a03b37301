package io.azureccm.credential.http;

import java.io.IOException;

/** The other side does not speak HTTP as it should: asking again would bring the same. The message quotes nothing of it. */
final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    ProtocolException(String message) {
        super(message);
    }
}
