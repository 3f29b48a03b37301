package io.azureccm.node.plan.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.VmSet;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.net.Cidr;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Determines the prefix lengths of a node's pod CIDRs from the tags of its scale set or availability set. The default length is for nodes whose
 * set is known to have no tag; a node waits while this is unknown. {@code ranges} are in the order of the nodes' CIDRs.
 */
public record MaskPlanner(List<PodRange> ranges) {
    public static final String IGNORED = "InvalidPodCIDRMask";
    public static final String OUT_OF_RANGE = "PodCIDRMaskOutOfRange";
    public static final String UNKNOWN = "PodCIDRMaskUnknown";
    private static final String TAG_IPV4 = "kubernetesNodeCIDRMaskIPV4";
    private static final String TAG_IPV6 = "kubernetesNodeCIDRMaskIPV6";
    private static final int USUAL_IPV4 = 24;
    private static final int USUAL_IPV6 = 64;
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern ZERO = Pattern.compile("[+-]?0+");
    private static final Pattern SMALL = Pattern.compile("\\+?0*[0-9]{1,3}");

    public MaskPlanner {
        ranges = List.copyOf(ranges);
    }

    /** The default length in such a range, for nodes whose set has no tag. */
    public static int usual(Cidr range) {
        return range.ipv6() ? USUAL_IPV6 : USUAL_IPV4;
    }

    /** {@code lookup} is what is known about the set of the node's machine, if the node names a machine. */
    public MaskDecision decide(NodeCidrs node, Optional<VmSetLookup> lookup) {
        return switch (node.machine()) {
            case MachineRef.Unknown none -> new MaskDecision.NoMachine();
            case MachineRef.Elsewhere elsewhere -> masks(node, Optional.empty(), "no machine of Azure");
            case MachineRef.Azure(var id) -> switch (lookup.orElse(null)) {
                case null -> new MaskDecision.Open(Optional.empty(), Instant.MIN);
                case VmSetLookup.Found(Optional<VmSet> set) ->
                    masks(node, set, set.map(each -> each.id().shortName()).orElse(id.shortName() + " is in no set"));
                case VmSetLookup.Missing(var missing) -> new MaskDecision.Refused(refusal(UNKNOWN, node,
                        "prefix length unknown: Azure does not list " + missing.shortName()));
                case VmSetLookup.Unknown(String problem, Instant notBefore, boolean underWay) ->
                    new MaskDecision.Open(underWay
                            ? Optional.empty()
                            : Optional.of(refusal(UNKNOWN, node, "prefix length unknown: " + problem)),
                            notBefore);
            };
        };
    }

    private MaskDecision masks(NodeCidrs node, Optional<VmSet> set, String where) {
        List<Integer> lengths = new ArrayList<>();
        List<String> origins = new ArrayList<>();
        List<Refusal> ignored = new ArrayList<>();
        for (PodRange range : ranges) {
            boolean ipv6 = range.range().ipv6();
            String tag = ipv6 ? TAG_IPV6 : TAG_IPV4;
            String value = set.map(each -> each.tags().getOrDefault(tag, "")).orElse("");
            boolean says = NUMBER.matcher(value).matches() && !ZERO.matcher(value).matches();
            if (!says && !value.isEmpty())
                ignored.add(refusal(IGNORED, node, "tag " + tag + " of " + where + " is \"" + value
                        + "\", expected a number such as " + usual(range.range()) + ", which is used instead"));
            int length = says ? number(value) : usual(range.range());
            if (length < range.range().length() || length > range.longest())
                return new MaskDecision.Refused(refusal(OUT_OF_RANGE, node, (says
                        ? "tag " + tag + " of " + where + " is " + value
                        : "without tag " + tag + " (" + where + ") its length is " + length)
                        + ", expected " + range.range().length() + " to " + range.longest() + ", which --cluster-cidr "
                        + range + " allows"));
            lengths.add(length);
            if (says)
                origins.add(tag + "=" + value);
        }
        return new MaskDecision.Known(new NodeMasks(lengths,
                (origins.isEmpty() ? "no tag" : String.join(", ", origins)) + " (" + where + ")", ignored));
    }

    /** Greater than any length if it has too many digits. */
    private static int number(String value) {
        if (value.startsWith("-"))
            return -1;
        return SMALL.matcher(value).matches() ? Integer.parseInt(value) : Integer.MAX_VALUE;
    }

    private static Refusal refusal(String code, NodeCidrs node, String message) {
        return new Refusal(code, node.name(), message);
    }
}
