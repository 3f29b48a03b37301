package io.azureccm.common.kube.informer;

import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One process that lists all nodes of an API in one of three ways, and prints the bytes of heap that they take from then on. */
final class InformerHeap {
    /** The ways to compare. */
    enum Way {
        /** fabric8's informer as it is. */
        INFORMER,
        /** fabric8's informer with a store that takes away what an informer takes away. */
        TRIMMED_INFORMER,
        /** Our informer. */
        FEED
    }

    private static final int PAGE = 500;

    private InformerHeap() {}

    public static void main(String[] args) throws Exception {
        KubeSettings settings = KubeSettings.defaults("heap")
                .withMaster(args[1])
                .withLimits(1000, 1000)
                .withRequestTimeout(Duration.ofMinutes(1));
        try (KubernetesClient client = KubeClients.open(settings)) {
            long before = used();
            Object kept = switch (Way.valueOf(args[0])) {
                case INFORMER -> informer(client, false);
                case TRIMMED_INFORMER -> informer(client, true);
                case FEED -> informer(client);
            };
            System.out.println("kept " + (used() - before));
            System.out.flush();
            // The process ends here with all its threads; what was listed has to be there until now.
            Runtime.getRuntime().halt(kept == null ? 1 : 0);
        }
    }

    private static Object informer(KubernetesClient client) throws InterruptedException {
        ResourceInformer<Node> informer = new ResourceInformer<>(client, Node.class, InformerScope.ALL, Trim.nodes(),
                InformerSettings.DEFAULTS);
        informer.start();
        return informer.awaitSynced(Duration.ofMinutes(2)) && informer.store().size() > 0 ? informer : null;
    }

    private static Object informer(KubernetesClient client, boolean trimmed) throws Exception {
        SharedIndexInformer<Node> informer = client.nodes().withLimit((long) PAGE).runnableInformer(0);
        if (trimmed) {
            informer.itemStore(new BasicItemStore<Node>(node -> node.getMetadata().getName()) {
                @Override
                public Node put(String key, Node node) {
                    Trim.nodes().accept(node);
                    return super.put(key, node);
                }
            });
        }
        informer.start().toCompletableFuture().get(2, TimeUnit.MINUTES);
        return informer.getStore().list().isEmpty() ? null : informer;
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** An API with that many nodes, each about as large as those of a managed cluster are. */
    static ScriptedApi api(int nodes) throws IOException {
        ScriptedApi api = new ScriptedApi();
        api.answer(request -> {
            if (!request.isWatch())
                return page(nodes, Integer.parseInt(request.query().getOrDefault("continue", "0")));
            // Without a web socket the informer watches as an informer does.
            return request.headers().containsKey("Upgrade")
                    ? ScriptedApi.json("")
                    : new ScriptedApi.Answer.Stream(new ScriptedApi.WatchLines());
        });
        return api;
    }

    private static ScriptedApi.Answer page(int nodes, int from) {
        int to = Math.min(nodes, from + PAGE);
        StringBuilder items = new StringBuilder();
        for (int i = from; i < to; i++)
            items.append(i == from ? "" : ",").append(node(i));
        return ScriptedApi.json("{\"apiVersion\":\"v1\",\"kind\":\"NodeList\",\"metadata\":{\"resourceVersion\":\"10\","
                + "\"continue\":\"" + (to < nodes ? to : "") + "\"},\"items\":[" + items + "]}");
    }

    /** Labels, annotations, the fields that managers own, conditions, and fifty images: what makes real nodes large. */
    static String node(int number) {
        String name = "aks-pool-12345678-vmss" + String.format("%06d", number);
        StringBuilder labels = new StringBuilder();
        for (int i = 0; i < 25; i++)
            labels.append(i == 0 ? "" : ",")
                    .append("\"kubernetes.azure.com/label-")
                    .append(i)
                    .append("\":\"")
                    .append(name)
                    .append('"');
        StringBuilder owned = new StringBuilder();
        for (String manager : List.of("kubelet", "cloud-controller-manager", "kube-controller-manager")) {
            owned.append(owned.isEmpty() ? "" : ",")
                    .append("{\"manager\":\"")
                    .append(manager)
                    .append("\",\"operation\":\"Update\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:metadata\":{\"f:labels\":{");
            for (int i = 0; i < 25; i++)
                owned.append(i == 0 ? "" : ",").append("\"f:kubernetes.azure.com/label-").append(i).append("\":{}");
            owned.append("}}}}");
        }
        StringBuilder images = new StringBuilder();
        for (int i = 0; i < 50; i++)
            images.append(i == 0 ? "" : ",")
                    .append("{\"names\":[\"registry.example/team/application-")
                    .append(i)
                    .append("@sha256:")
                    .append("0123456789abcdef".repeat(4))
                    .append("\",\"registry.example/team/application-")
                    .append(i)
                    .append(":v1.2.")
                    .append(number)
                    .append("\"],\"sizeBytes\":")
                    .append(1_000_000 + i)
                    .append('}');
        StringBuilder conditions = new StringBuilder();
        for (String type : List.of("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "Ready"))
            conditions.append(conditions.isEmpty() ? "" : ",")
                    .append("{\"type\":\"")
                    .append(type)
                    .append("\",\"status\":\"False\",\"reason\":\"Kubelet\",\"message\":\"kubelet has no ")
                    .append(type)
                    .append("\",\"lastHeartbeatTime\":\"2026-01-01T00:00:00Z\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}");
        return "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"uid-"
                + number
                + "\",\"resourceVersion\":\"5\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\",\"labels\":{" + labels
                + "},\"annotations\":{\"node.alpha.kubernetes.io/ttl\":\"0\",\"csi.volume.kubernetes.io/nodeid\":\"{}\"},"
                + "\"managedFields\":[" + owned
                + "]},\"spec\":{\"podCIDR\":\"10.244.0.0/24\",\"podCIDRs\":[\"10.244.0.0/24\"],"
                + "\"providerID\":\"azure:///subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/k8s/providers/"
                + "Microsoft.Compute/virtualMachineScaleSets/aks-pool-12345678-vmss/virtualMachines/" + number + "\"},"
                + "\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"10.1.2.3\"},{\"type\":\"Hostname\",\"address\":\""
                + name
                + "\"}],\"capacity\":{\"cpu\":\"8\",\"memory\":\"32Gi\",\"pods\":\"110\"},\"allocatable\":{\"cpu\":\"7820m\","
                + "\"memory\":\"28Gi\",\"pods\":\"110\"},\"conditions\":[" + conditions
                + "],\"nodeInfo\":{\"kubeletVersion\":\"v1.33.0\","
                + "\"osImage\":\"Ubuntu 22.04\",\"kernelVersion\":\"5.15\",\"machineID\":\"m-" + number
                + "\"},\"images\":[" + images + "]}}";
    }
}
