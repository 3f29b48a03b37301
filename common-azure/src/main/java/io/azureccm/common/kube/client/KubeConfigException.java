package io.azureccm.common.kube.client;

/** The way to the Kubernetes API is not described well enough to try it; the message is one line naming file and cause. */
public final class KubeConfigException extends RuntimeException {
    public KubeConfigException(String message) {
        super(message);
    }

    public KubeConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
