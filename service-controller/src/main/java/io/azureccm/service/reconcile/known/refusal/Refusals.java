package io.azureccm.service.reconcile.known.refusal;

/**
 * What Azure refused: writes, and for which Services; tags and addresses of public IPs; and the rejections that the last plan was made with.
 * Immutable.
 */
public record Refusals(Rejections rejections, IpTagRefusals ipTags, AddressRefusals addresses,
        Rejections plannedWith) {
    public static final Refusals NONE = new Refusals(Rejections.NONE, IpTagRefusals.NONE, AddressRefusals.NONE,
            Rejections.NONE);

    public Refusals with(Rejections next) {
        return new Refusals(next, ipTags, addresses, plannedWith);
    }

    public Refusals with(IpTagRefusals next) {
        return new Refusals(rejections, next, addresses, plannedWith);
    }

    public Refusals with(AddressRefusals next) {
        return new Refusals(rejections, ipTags, next, plannedWith);
    }

    /** The last plan was made with the rejections of now. */
    public Refusals planned() {
        return new Refusals(rejections, ipTags, addresses, rejections);
    }

    /** Whether a plan of what is known now would differ from the last one in what is tried. */
    public boolean isToBePlannedAgain() {
        return !rejections.equals(plannedWith);
    }
}
