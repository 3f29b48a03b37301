package io.azureccm.service.apply;

import io.fabric8.kubernetes.api.model.Service;
import java.util.List;

/**
 * Writes what load balancing has to say into Services. Each method throws when the API did not take the write; a Service that
 * is gone, or is another one of the same name by now, counts as written.
 */
public interface ServiceWriter {
    /** Adds the load balancer finalizer, so that the Service cannot vanish before its load balancer did. */
    void addFinalizer(Service service);

    void removeFinalizer(Service service);

    /** Makes the status show exactly these addresses; writes nothing when it does already. */
    void setAddresses(Service service, List<String> addresses);
}
