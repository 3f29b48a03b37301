package io.azureccm.service.informer;

import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.service.spec.ServiceKey;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Every Service in the cluster, of any type and class, by UID: resources named after one of them are not orphans. */
public final class PresentServices implements ResourceListener<Service> {
    private final Map<String, ServiceKey> keys = new ConcurrentHashMap<>();

    public Map<String, ServiceKey> all() {
        return Map.copyOf(keys);
    }

    @Override
    public void added(Service service) {
        keys.put(service.getMetadata().getUid(),
                new ServiceKey(service.getMetadata().getNamespace(), service.getMetadata().getName()));
    }

    @Override
    public void updated(Service before, Service after) {
        added(after);
        if (!before.getMetadata().getUid().equals(after.getMetadata().getUid()))
            deleted(before, true);
    }

    @Override
    public void deleted(Service last, boolean lastStateUnknown) {
        keys.remove(last.getMetadata().getUid());
    }
}
