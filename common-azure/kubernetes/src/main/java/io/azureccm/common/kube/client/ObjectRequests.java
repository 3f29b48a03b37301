package io.azureccm.common.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClientException;

/**
 * The requests to the Kubernetes API that writes to objects consist of. Paths are relative to the server; an unsuccessful response is
 * thrown as {@link KubernetesClientException} with its code, 0 if there was none.
 */
public interface ObjectRequests {
    JsonNode get(String path);

    /** Sends a patch of the given content type; returns the object after the write. */
    JsonNode patch(String path, String type, JsonNode patch);

    JsonNode delete(String path, JsonNode options);
}
