package io.azureccm.common.boot;

import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.kube.informer.Trim;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Caches the nodes that {@code --node-filter-requirements} selects and logs how many there are; writes nothing. */
public final class NodeWatchLoop implements ControllerLoop {
    private static final Logger log = LoggerFactory.getLogger(NodeWatchLoop.class);
    private static final Duration TURN = Duration.ofSeconds(1);

    private final String remark;
    private final ResourceInformer<Node> nodes;
    private final ResourceInformers informers;
    private final InstantSource clock;
    private volatile Instant lastTurn;
    private Thread thread;

    /**
     * {@code remark} is appended to the line that is logged when the number of nodes changes; it says what this app does not
     * do.
     */
    public NodeWatchLoop(ControllerPorts ports, String remark) {
        InformerScope scope = InformerScope.ALL
                .withLabels(ports.options().cluster().nodeFilter().map(NodeFilter::text).orElse(""));
        this.remark = remark;
        this.clock = ports.clock();
        this.nodes = new ResourceInformer<>(ports.kubernetes(), Node.class, scope, Trim.nodes(),
                InformerSettings.DEFAULTS);
        this.informers = ResourceInformers.of(nodes);
        this.lastTurn = clock.instant();
    }

    @Override
    public ResourceInformers informers() {
        return informers;
    }

    @Override
    public void start() {
        lastTurn = clock.instant();
        thread = Thread.ofVirtual().name("node-watch").start(this::run);
    }

    private void run() {
        int logged = -1;
        try {
            while (true) {
                lastTurn = clock.instant();
                int known = nodes.store().size();
                if (known != logged) {
                    log.info("{} nodes; {}", known, remark);
                    logged = known;
                }
                Thread.sleep(TURN);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean stop(Duration longest) {
        if (thread == null)
            return true;
        thread.interrupt();
        return TimeLimitedTask.join(thread, longest);
    }

    @Override
    public Instant lastTurn() {
        return lastTurn;
    }

    @Override
    public void close() {
        stop(TURN);
    }
}
