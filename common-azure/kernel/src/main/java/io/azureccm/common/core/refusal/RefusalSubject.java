package io.azureccm.common.core.refusal;

/** What a refusal of a write by ARM is about, and so which objects it concerns. */
public enum RefusalSubject {
    /** One element of the resource: the objects that it belongs to are refused, all others are written without them. */
    ELEMENT("one element of the resource",
            "the objects whose elements Azure names; they are searched if it names none"),
    /** A resource that an element refers to: the objects that refer to it are refused. */
    LINKED_RESOURCE("a resource that an element refers to",
            "the objects that refer to the resource that Azure names; they are searched if it names none"),
    /** The resource itself: every write of it would be refused. */
    RESOURCE("the resource itself", "everybody who needs a write of this resource; nobody is searched for"),
    /** A resource group or a subscription: every write within it would be refused. */
    SCOPE("a resource group or a subscription", "everybody who needs a write in it; nobody is searched for"),
    /** Unknown: the objects that are refused have to be searched. */
    UNCLEAR("unknown until the refused objects are found", "the objects that a search finds");

    private final String meaning;
    private final String concerned;

    RefusalSubject(String meaning, String concerned) {
        this.meaning = meaning;
        this.concerned = concerned;
    }

    /** Completes "the refusal is about ...". */
    public String meaning() {
        return meaning;
    }

    /** Completes "it concerns ...". */
    public String concerned() {
        return concerned;
    }

    /** Whether a write of the same resource with other content would be refused, too. */
    public boolean isWholeResource() {
        return this == RESOURCE || this == SCOPE;
    }
}
