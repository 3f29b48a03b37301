package io.azureccm.common.kube.informer;

/** A list or a watch ended for the given reason; {@code code} is that of the API's response, 0 if there was none. */
final class InformerException extends Exception {
    private final int code;

    InformerException(int code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The requested version has expired, or the list cannot be continued: everything has to be listed again. */
    boolean isGone() {
        return code == 410;
    }
}
