package io.azureccm.service.status;

import io.azureccm.common.kube.condition.ConditionChange;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;

/**
 * Writes what load balancing has to say into Services. Each method throws when the API did not take the write; a Service that
 * is gone, or is another one of the same name by now, counts as written.
 */
public interface ServiceWriter {
    /**
     * Adds the load balancer finalizer, so that the Service cannot vanish before its load balancer did. False when the Service has
     * vanished already, or is another one of the same name by now: nothing may be made for it then.
     */
    boolean addFinalizer(Service service);

    void removeFinalizer(Service service);

    /**
     * Makes the status show exactly these addresses, and changes conditions in the same write; writes nothing when it shows the
     * addresses already and no condition changes.
     */
    void setStatus(Service service, List<String> addresses, ConditionChange conditions);
}
