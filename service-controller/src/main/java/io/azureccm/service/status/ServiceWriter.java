package io.azureccm.service.status;

import io.azureccm.common.kube.condition.ConditionChange;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;

/**
 * Writes finalizers and statuses of Services. Each method throws if the API rejects the write; a Service that was deleted, or replaced by
 * another one of the same name, counts as written.
 */
public interface ServiceWriter {
    /**
     * Adds the load balancer finalizer, so that the Service is not deleted before its load balancer. False if the Service was already
     * deleted or replaced by another one of the same name: nothing may be created for it then.
     */
    boolean addFinalizer(Service service);

    void removeFinalizer(Service service);

    /**
     * Sets exactly these addresses in the status and changes conditions in the same write; writes nothing if neither addresses nor
     * conditions change. Returns the resource version after the write; empty if nothing was written, or the Service is gone.
     */
    String setStatus(Service service, List<String> addresses, ConditionChange conditions);
}
