package io.azureccm.node.ipam;

import io.azureccm.node.ipam.turn.PodCidrReport;
import io.azureccm.node.ipam.turn.SeenPodNode;
import io.fabric8.kubernetes.api.model.Node;
import java.util.function.Consumer;

/** Shows reports: as events of the Nodes that the watch shows, and as metrics. */
record PodCidrReports(PodCidrEvents events, PodCidrMetrics metrics, PodCidrIndex nodes)
        implements
            Consumer<PodCidrReport> {
    @Override
    public void accept(PodCidrReport report) {
        switch (report) {
            case PodCidrReport.Left(var uid, var released) -> {
                events.left(uid);
                metrics.released(released);
            }
            case PodCidrReport.NotAvailable(var name, var ranges) ->
                with(name, node -> events.notAvailable(node, ranges));
            case PodCidrReport.Available(var name) ->
                with(name, node -> events.available(node.getMetadata().getUid()));
            case PodCidrReport.NoMask(var name, var problems) -> with(name, node -> events.mask(node, problems));
            case PodCidrReport.MaskIgnored(var name, var tags) -> with(name, node -> events.maskIgnored(node, tags));
            case PodCidrReport.Found(var name, var findings) -> with(name, node -> events.found(node, findings));
            case PodCidrReport.Planned(var plan, int waiting, int withoutMask) ->
                metrics.planned(plan, waiting, withoutMask);
        }
    }

    private void with(String name, Consumer<Node> tell) {
        nodes.entry(name).map(SeenPodNode::node).ifPresent(tell);
    }
}
