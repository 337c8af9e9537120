/* nothing.c - a program that does nothing: what it costs to start one that is linked as the command is */
int main(void)
{
    return 0;
}
