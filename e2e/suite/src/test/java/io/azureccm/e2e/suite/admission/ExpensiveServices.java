package io.azureccm.e2e.suite.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.List;

/** Services that are as large as Kubernetes takes them: 256 KiB of annotations, in the ways that cost most. */
final class ExpensiveServices {
    private static final int ANNOTATIONS = 256 * 1024;

    private ExpensiveServices() {}

    static List<ObjectNode> all() {
        List<ObjectNode> services = new ArrayList<>();
        // One value that takes all the room.
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            ObjectNode service = service(3);
            annotations(service).put(annotation.key(), "x".repeat(ANNOTATIONS - 100));
            services.add(service);
        }
        // Each annotation with a list or a text at the limit above which it is not looked at.
        ObjectNode lists = service(3);
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            annotations(lists).put(annotation.key(), "1.1.1.1,".repeat(Cel.MAX_LENGTH / 8));
        }
        annotations(lists).put(ServiceAnnotation.PLS_CREATE.key(), "true")
                .put(ServiceAnnotation.PLS_IPS.key(),
                        "1.1.1.1 ".repeat(Cel.MAX_LENGTH / 8));
        services.add(lists);
        ObjectNode commas = service(3);
        for (ServiceAnnotation annotation : ServiceAnnotation.values()) {
            annotations(commas).put(annotation.key(), ",".repeat(Cel.MAX_LENGTH));
        }
        services.add(commas);
        // Many keys, many ports.
        for (int count : new int[]{300, 8000}) {
            ObjectNode keys = service(3);
            for (int i = 0; i < count; i++) {
                annotations(keys).put("service.beta.kubernetes.io/azure-" + i, "");
            }
            services.add(keys);
        }
        ObjectNode ports = service(100);
        for (int i = 0; i < 100; i++) {
            for (PortAnnotation setting : PortAnnotation.values()) {
                annotations(ports).put(setting.key(1000 + i), "7");
            }
        }
        services.add(ports);
        return services;
    }

    private static ObjectNode annotations(ObjectNode service) {
        return Json.ensure(service, "metadata", "annotations");
    }

    private static ObjectNode service(int ports) {
        ObjectNode service = Json.parse("{spec: {type: LoadBalancer}, metadata: {name: web}}");
        for (int i = 0; i < ports; i++) {
            Json.ensure(service, "spec")
                    .withArray("ports")
                    .addObject()
                    .put("name", "p" + i)
                    .put("port", 1000 + i)
                    .put("nodePort", 30000 + i);
        }
        return service;
    }
}
