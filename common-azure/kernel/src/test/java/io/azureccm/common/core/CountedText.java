package io.azureccm.common.core;

/** A text that counts how often its characters are read: the work of a search in it, which is the same on every machine. */
public final class CountedText implements CharSequence {
    private final String text;
    private long reads;

    public CountedText(String text) {
        this.text = text;
    }

    public long reads() {
        return reads;
    }

    @Override
    public char charAt(int index) {
        reads++;
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
