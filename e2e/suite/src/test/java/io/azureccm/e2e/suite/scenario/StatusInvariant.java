package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.service.status.ServiceWriter;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Looks at Azure each time a controller is about to write new addresses into a status; remembers those not served. */
public final class StatusInvariant {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AzureSimulator azure;
    private final List<String> broken = new CopyOnWriteArrayList<>();

    public StatusInvariant(AzureSimulator azure) {
        this.azure = azure;
    }

    /** What was found since the last call. */
    public List<String> broken() {
        List<String> found = List.copyOf(broken);
        broken.removeAll(found);
        return found;
    }

    public ServiceWriter around(ServiceWriter writer) {
        return new ServiceWriter() {
            @Override
            public boolean addFinalizer(Service service) {
                return writer.addFinalizer(service);
            }

            @Override
            public void removeFinalizer(Service service) {
                writer.removeFinalizer(service);
            }

            @Override
            public String setStatus(Service service, List<String> addresses, ConditionChange conditions) {
                JsonNode shown = JSON.valueToTree(service);
                if (!shown.at("/status/loadBalancer").findValuesAsText("ip").equals(addresses)) {
                    broken.addAll(new ServedAddresses(azure).problems(shown, addresses));
                }
                return writer.setStatus(service, addresses, conditions);
            }
        };
    }
}
