package io.azureccm.common.kube.informer;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.kube.client.KubeFailures;

/** A list or a watch ended for the given reason; {@code code} is that of the API's response, 0 if there was none. */
final class InformerException extends Exception {
    private final int code;

    InformerException(int code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The API's response of this code and message, which may be empty. */
    static InformerException answered(String url, int code, String message) {
        return new InformerException(code,
                KubeFailures.describe(url, code, PrintableText.of(message, PrintableText.MESSAGE)), null);
    }

    /** The requested version has expired, or the list cannot be continued: everything has to be listed again. */
    boolean isGone() {
        return code == 410;
    }
}
