package io.azureccm.e2e.cluster.api.call;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Receives every request on resources of every simulator of this process; found by {@link ServiceLoader}. Has to be
 * thread-safe.
 */
public interface RequestListener {
    void requested(RequestLog.Entry request);

    static List<RequestListener> all() {
        return ServiceLoader.load(RequestListener.class).stream().map(ServiceLoader.Provider::get).toList();
    }
}
