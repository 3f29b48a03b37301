package io.azureccm.credential.http;

import java.io.IOException;

/** The server or proxy violates HTTP, so a retry would fail again. The message quotes nothing from it. */
final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    ProtocolException(String message) {
        super(message);
    }
}
