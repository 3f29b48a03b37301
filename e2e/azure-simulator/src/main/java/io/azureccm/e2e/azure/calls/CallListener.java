package io.azureccm.e2e.azure.calls;

import java.util.List;
import java.util.ServiceLoader;

/** Receives every call to every simulator of this process; found by {@link ServiceLoader}. Has to be thread-safe. */
public interface CallListener {
    void called(CallRecord call);

    static List<CallListener> all() {
        return ServiceLoader.load(CallListener.class).stream().map(ServiceLoader.Provider::get).toList();
    }
}
