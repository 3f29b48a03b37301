package io.azureccm.common.kube.client;

/** The access to the Kubernetes API is not sufficiently configured; the message is one line with file and cause. */
public final class KubeConfigException extends RuntimeException {
    public KubeConfigException(String message) {
        super(message);
    }

    public KubeConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
